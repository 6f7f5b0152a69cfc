// The table of folders in ARCHITECTURE.md as rules. Each engine folder may import itself, what is
// listed here and nothing else of this repository; stages are siblings and never meet.
const engine = {
  base: [],
  document: ['base'],
  protocol: ['base', 'document'],
  intake: ['base', 'document'],
  runtime: ['base'],
  library: ['base', 'runtime'],
  regions: ['base', 'document', 'runtime'],
  decoding: ['base'],
  // The verifier implements interfaces of decoding; the rule after the table keeps it to types.
  model: ['base', 'document', 'runtime', 'decoding'],
  assembly: ['base', 'document'],
  exports: ['base', 'document'],
  store: ['base', 'document'],
  spelling: ['base'],
  jobs: [
    'base',
    'document',
    'protocol',
    'intake',
    'runtime',
    'library',
    'regions',
    'decoding',
    'model',
    'assembly',
    'exports',
    'store',
    'spelling',
  ],
  cli: ['index.ts'],
};

const ours = '^(engine|electron|renderer|bench|e2e|scripts|workshop)/';
const folder = (name) => (name.endsWith('.ts') ? `engine/${name.replace('.', '[.]')}$` : `engine/${name}/`);
const tests = '[.](test|spec)[.]tsx?$';

/** Forbids everything of this repository but the listed folders (regular expressions). */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from,
  to: { path: ours, pathNot: `^(${allowed.join('|')})` },
});

const forbidden = [
  ...Object.entries(engine).map(([name, allowed]) =>
    only(
      `engine-${name}`,
      `engine/${name} may import: ${allowed.join(', ') || 'nothing else'}.`,
      { path: `^engine/${name}/` },
      // Its tests may use the stand-ins; `testing-only-in-tests` keeps them out of everything else.
      [folder(name), folder('testing'), ...allowed.map(folder)],
    ),
  ),
  {
    name: 'model-decoding-types',
    comment: 'engine/model implements the types of engine/decoding and runs none of its code.',
    severity: 'error',
    from: { path: '^engine/model/' },
    to: { path: '^engine/decoding/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'testing-only-in-tests',
    comment: 'Stand-ins for tests are no part of the application.',
    severity: 'error',
    from: { path: '^(engine|electron|renderer)/', pathNot: `${tests}|^engine/testing/` },
    to: { path: '^engine/testing/' },
  },
  only('engine-inside', 'The engine knows nothing of who drives it.', { path: '^engine/' }, ['engine/']),
  only(
    'electron',
    'The shell knows the protocol and the document.',
    { path: '^electron/(?!engine-host[.]ts$)' },
    ['electron/', 'engine/(protocol|document|testing)/'],
  ),
  only('engine-host', 'Only the engine host starts an engine.', { path: '^electron/engine-host[.]ts$' }, [
    'electron/',
    'engine/(protocol|document)/',
    'engine/index[.]ts$',
  ]),
  only('renderer', 'The window knows the types of the protocol and the document.', { path: '^renderer/' }, [
    'renderer/',
    'engine/(protocol|document|testing)/',
  ]),
  {
    name: 'renderer-protocol-types',
    comment: 'The window uses the protocol by its types.',
    severity: 'error',
    from: { path: '^renderer/', pathNot: tests },
    to: { path: '^engine/protocol/', dependencyTypesNot: ['type-only'] },
  },
  only('bench', 'The bench measures the engine.', { path: '^bench/' }, ['bench/', 'engine/']),
  only('workshop', 'The training reads with the engine.', { path: '^workshop/' }, ['workshop/', 'engine/']),
  only('e2e', 'Tests of the window drive it from outside.', { path: '^e2e/' }, [
    'e2e/',
    'engine/',
    'electron/',
  ]),
  {
    name: 'electron-only-in-electron',
    comment: 'Everything else runs without Electron.',
    severity: 'error',
    from: { path: ours, pathNot: '^(electron|e2e)/' },
    to: { path: '(^|node_modules/)electron(/|$)' },
  },
  {
    name: 'onnxruntime-only-in-runtime',
    comment: 'One place knows how tensors are run.',
    severity: 'error',
    from: { path: ours, pathNot: '^engine/runtime/' },
    to: { path: 'onnxruntime' },
  },
  {
    name: 'network-only-in-library',
    comment: 'Nothing but adding a model ever touches the network.',
    severity: 'error',
    from: { path: '^(engine|electron|renderer)/', pathNot: `${tests}|^engine/(library|testing)/` },
    to: { path: '^(node:)?(https?|http2|net|tls|dgram|dns)(/|$)' },
  },
  {
    name: 'no-node-in-the-window',
    comment:
      'The window is sandboxed, and so is the code that it shares with the engine (the port of tests is not).',
    severity: 'error',
    from: { path: '^(renderer|engine/(base|document|protocol))/', pathNot: `${tests}|/memory-port[.]ts$` },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'shipped-code-needs-shipped-packages',
    comment: 'A development dependency is not in the packaged application.',
    severity: 'error',
    from: {
      path: '^(engine|electron|renderer)/',
      pathNot: `${tests}|^renderer/.*[.]d[.]ts$|/(testing|fixtures)/`,
    },
    to: {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['type-only'],
      pathNot: 'node_modules/electron/',
    },
  },
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'must-resolve', severity: 'error', from: {}, to: { couldNotResolve: true } },
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|out|[.]cache|default-app)/' },
    // Types count: an `import type` across siblings ties them together just the same.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
