/**
 * The two schemes of the window: `app:` serves its own files, `page:` the pictures of pages. Both answer GET only and
 * only with files below one folder. Electron 25 and later have `protocol.handle`; 22 has the older call.
 */
import fs from 'node:fs';
import { protocol, type Session } from 'electron';
import { appFile, insideFolder, mediaTypeOf, type PageAddress, pageAddress } from './scheme-paths';

/** No scripts, styles, fonts or connections but our own; pictures also from `page:`. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' page:",
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Has to run before the application is ready. */
export function declareSchemes(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges },
    { scheme: 'page', privileges },
  ]);
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const refusal = (status: number): Answer => ({ status, body: Buffer.alloc(0), headers: {} });

export interface SchemeOptions {
  readonly windowFolder: string;
  /** Pictures are served from below this folder only, whatever the engine answers. */
  readonly pictureFolder: string;
  /** Makes sure that the picture exists and gives its path. */
  readonly pictureOf: (address: PageAddress) => Promise<string>;
}

export function serveSchemes(session: Session, options: SchemeOptions): void {
  serve(session, 'app', async (url) => {
    const file = appFile(url, options.windowFolder);
    if (!file || !fs.existsSync(file) || !insideFolder(file, options.windowFolder)) return refusal(404);
    return fileAnswer(file, { 'Content-Security-Policy': contentSecurityPolicy });
  });
  serve(session, 'page', async (url) => {
    const address = pageAddress(url);
    if (!address) return refusal(400);
    const file = await options.pictureOf(address);
    if (!insideFolder(file, options.pictureFolder)) return refusal(403);
    return fileAnswer(file, { 'Cache-Control': 'no-cache' });
  });
}

async function fileAnswer(file: string, extra: Readonly<Record<string, string>>): Promise<Answer> {
  return {
    status: 200,
    body: await fs.promises.readFile(file),
    headers: { 'Content-Type': mediaTypeOf(file), 'X-Content-Type-Options': 'nosniff', ...extra },
  };
}

function serve(session: Session, scheme: string, answer: (url: string) => Promise<Answer>): void {
  const guarded = async (method: string, url: string): Promise<Answer> => {
    if (method !== 'GET') return refusal(405);
    try {
      return await answer(url);
    } catch {
      return refusal(404); // the page or its document is gone; the window shows its own placeholder
    }
  };
  if (typeof session.protocol.handle === 'function') {
    session.protocol.handle(scheme, async (request) => {
      const { status, body, headers } = await guarded(request.method, request.url);
      return new Response(new Uint8Array(body), { status, headers });
    });
    return;
  }
  session.protocol.registerBufferProtocol(scheme, (request, callback) => {
    void guarded(request.method, request.url).then(({ status, body, headers }) => {
      callback({
        statusCode: status,
        data: body,
        headers,
        mimeType: headers['Content-Type'] ?? 'text/plain',
      });
    });
  });
}
