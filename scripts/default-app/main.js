// The default application of the cached Electron runtime: `electron [-r module] [switches] <app> …`
// loads the application at the given path, as Electron's own default application does.
const { app, dialog } = require('electron');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const preloads = [];
let target;
for (let index = 1; index < process.argv.length; index++) {
  const argument = process.argv[index];
  if (argument === '-r' || argument === '--require') preloads.push(process.argv[++index]);
  else if (!argument.startsWith('-')) {
    target = path.resolve(argument);
    break;
  } else if (argument === '-v' || argument === '--version') {
    console.log(`v${process.versions.electron}`);
    process.exit(0);
  }
}

for (const preload of preloads) require(path.resolve(preload));

if (!target) {
  console.error('usage: electron [options] <application>');
  process.exit(1);
}

process.defaultApp = true;
try {
  if (fs.statSync(target).isDirectory()) {
    const manifest = JSON.parse(fs.readFileSync(path.join(target, 'package.json'), 'utf8'));
    if (manifest.version) app.setVersion(manifest.version);
    const name = manifest.productName || manifest.name;
    if (name) {
      app.setName(name);
      app.setPath('userData', path.join(app.getPath('appData'), name));
    }
    app.setAppPath(target);
  }
  Module._load(require.resolve(target), Module, true);
} catch (error) {
  console.error(error);
  dialog.showErrorBox('The application could not be loaded', String(error?.stack));
  process.exit(1);
}
