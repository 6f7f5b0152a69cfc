/** A model hub on this machine that can be told to misbehave. For tests only. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the next request of a file is answered; after the last of them the server is well again. */
export type Mischief =
  | { readonly kind: 'cut'; readonly after: number }
  | { readonly kind: 'stall'; readonly after: number }
  | { readonly kind: 'ignore-range' }
  | { readonly kind: 'ignore-range-and-cut'; readonly after: number }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly kind: 'wrong-start' }
  | { readonly kind: 'announce'; readonly bytes: number }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'spoil' }
  | { readonly kind: 'endless' };

export interface SeenRequest {
  readonly path: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

export interface HubOptions {
  /** What the list says of hashes: as the hub, nothing (as some mirrors), or nothing at all but names. */
  readonly states?: 'hashes' | 'sizes' | 'names';
  readonly etags?: boolean;
  /** The hub passes on to another host, as the real one does for large files. */
  readonly delivery?: string;
}

export class HubServer {
  readonly seen: SeenRequest[] = [];
  readonly mischief = new Map<string, Mischief[]>();
  /** In place of the list of files. */
  listAnswer:
    | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
    | undefined;
  commit = 'a'.repeat(40);
  private constructor(
    private readonly server: Server,
    readonly repository: string,
    readonly files: Map<string, Buffer>,
    private readonly options: HubOptions,
  ) {}

  static async start(
    repository: string,
    files: Readonly<Record<string, Buffer>>,
    options: HubOptions = {},
  ): Promise<HubServer> {
    const server = createServer();
    const hub = new HubServer(server, repository, new Map(Object.entries(files)), options);
    server.on('request', (request, response) => hub.handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return hub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Ranges asked for of one file, `undefined` where the whole was. */
  ranges(file: string): (string | undefined)[] {
    return this.seen.filter(({ path }) => path.endsWith(`/${file}`)).map(({ range }) => range);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const range = request.headers.range;
    const ifRange = request.headers['if-range'];
    this.seen.push({ path, range, ifRange: typeof ifRange === 'string' ? ifRange : undefined });
    if (path.startsWith('/api/models/')) this.list(response);
    else if (path.startsWith(`/${this.repository}/resolve/`)) this.file(path, range, ifRange, response);
    else response.writeHead(404, { 'x-error-code': 'RepoNotFound' }).end();
  }

  private list(response: ServerResponse): void {
    if (this.listAnswer) {
      response.writeHead(this.listAnswer.status, this.listAnswer.headers ?? {}).end(this.listAnswer.body);
      return;
    }
    const { states = 'hashes' } = this.options;
    const siblings = [...this.files].map(([rfilename, bytes]) => {
      if (states === 'names') return { rfilename };
      if (states === 'sizes') return { rfilename, size: bytes.length };
      if (!rfilename.endsWith('.safetensors')) return { rfilename, size: bytes.length, blobId: gitId(bytes) };
      return { rfilename, size: bytes.length, blobId: '0'.repeat(40), lfs: { sha256: sha256(bytes) } };
    });
    response.end(JSON.stringify({ id: this.repository, sha: this.commit, siblings }));
  }

  private file(
    path: string,
    range: string | undefined,
    ifRange: string | string[] | undefined,
    response: ServerResponse,
  ): void {
    const [commit = '', name = ''] = path.slice(`/${this.repository}/resolve/`.length).split('/');
    const bytes = this.files.get(name);
    if (!bytes || commit !== this.commit) {
      response.writeHead(404, { 'x-error-code': 'EntryNotFound' }).end();
      return;
    }
    const { delivery, etags = true } = this.options;
    if (delivery !== undefined) {
      response
        .writeHead(302, { location: `${delivery}${path}`, 'x-linked-etag': `"${sha256(bytes)}"` })
        .end();
      return;
    }
    const mischief = this.mischief.get(name)?.shift();
    if (mischief?.kind === 'status') {
      response.writeHead(mischief.status, mischief.headers ?? {}).end('no');
      return;
    }
    if (mischief?.kind === 'redirect') {
      response.writeHead(302, { location: mischief.to }).end();
      return;
    }
    const etag = etags ? `"${sha256(bytes).slice(0, 32)}"` : undefined;
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? Number.NaN);
    const ignores = mischief?.kind.startsWith('ignore-range') || (ifRange !== undefined && ifRange !== etag);
    let body = bytes;
    const headers: Record<string, string> = etag === undefined ? {} : { etag };
    if (Number.isFinite(from) && !ignores) {
      if (from >= bytes.length) {
        response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
        return;
      }
      body = bytes.subarray(from);
      const start = mischief?.kind === 'wrong-start' ? 0 : from;
      headers['content-range'] = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
    }
    if (mischief?.kind === 'spoil') body = Buffer.from(body.map((byte) => byte ^ 1));
    const status = headers['content-range'] === undefined ? 200 : 206;
    if (mischief?.kind === 'endless') {
      response.writeHead(status, headers);
      response.write(Buffer.concat([body, Buffer.alloc(1000)]));
      return;
    }
    const announced = mischief?.kind === 'announce' ? mischief.bytes : body.length;
    response.writeHead(status, { ...headers, 'content-length': String(announced) });
    if (mischief && 'after' in mischief) {
      response.write(body.subarray(0, mischief.after), () => {
        // What the other side has not taken by then is lost with the connection.
        if (mischief.kind !== 'stall') setTimeout(() => response.destroy(), 100);
      });
    } else response.end(body);
  }
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function gitId(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
