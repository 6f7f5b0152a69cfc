/** For tests of the PDF kind: documents made on the spot. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import { openSource } from '../open-source';
import type { OpenOptions, Source } from '../types';

const made: string[] = [];

/** A folder of its own for a test file; `removeFolders` clears up. */
export async function newFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'palimpsest-pdf-'));
  made.push(folder);
  return folder;
}

export async function removeFolders(): Promise<void> {
  for (const folder of made.splice(0)) await fs.rm(folder, { recursive: true, force: true });
}

export async function save(document: PDFDocument): Promise<string> {
  const file = path.join(await newFolder(), 'test.pdf');
  await fs.writeFile(file, await document.save());
  return file;
}

export async function withSource<T>(
  file: string,
  work: (source: Source) => Promise<T>,
  options?: OpenOptions,
): Promise<T> {
  const source = await openSource(file, options);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

export async function newDocument(): Promise<{ document: PDFDocument; font: PDFFont }> {
  const document = await PDFDocument.create();
  return { document, font: await document.embedFont(StandardFonts.Helvetica) };
}

/** A page of dark bars that look like lines of print, as PNG bytes. */
export async function scanPng(width: number, height: number): Promise<Uint8Array> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'black';
  for (let y = 50; y < height - 60; y += 40) context.fillRect(60, y, width - 120 - ((y * 7) % 200), 14);
  return canvas.encode('png');
}

export async function addScan(
  document: PDFDocument,
  page: PDFPage,
  width = 850,
  height = 1100,
): Promise<void> {
  const image = await document.embedPng(await scanPng(width, height));
  page.drawImage(image, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
}
