/** An office's proxy on this machine: tunnels (CONNECT) and plain requests, to one server whatever host is named. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface ProxyOptions {
  /** Port on this machine where tunnels lead; those of a server with TLS. */
  readonly secure?: number;
  readonly plain?: number;
  /** As a browser would send it: `name:password`. */
  readonly wants?: string;
  /** Answers every request so. */
  readonly status?: number;
  /** Takes connections and says nothing. */
  readonly isSilent?: boolean;
}

export class ProxyServer {
  /** What was asked for, in order: `CONNECT host:port`, `GET http://host/path`. */
  readonly seen: string[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly options: ProxyOptions,
  ) {}

  static async start(options: ProxyOptions): Promise<ProxyServer> {
    const server = createServer();
    const proxy = new ProxyServer(server, options);
    server.on('connection', (socket) => proxy.keep(socket));
    server.on('connect', (asked, socket: Socket) => proxy.tunnel(asked, socket));
    server.on('request', (asked, answer) => proxy.pass(asked, answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get openSockets(): number {
    return this.sockets.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.sockets.delete(socket));
  }

  private refusal({ headers }: IncomingMessage): number | undefined {
    const { wants, status } = this.options;
    const given = headers['proxy-authorization'];
    if (wants !== undefined && given !== `Basic ${Buffer.from(wants).toString('base64')}`) return 407;
    return status;
  }

  private tunnel(asked: IncomingMessage, socket: Socket): void {
    this.seen.push(`CONNECT ${asked.url}`);
    if (this.options.isSilent) {
      // So that the end of the connection is seen.
      socket.resume();
      socket.on('end', () => socket.destroy());
      return;
    }
    const status = this.refusal(asked);
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(this.options.secure ?? 0, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    this.keep(onward);
  }

  private pass(asked: IncomingMessage, answer: ServerResponse): void {
    this.seen.push(`${asked.method} ${asked.url}`);
    const status = this.refusal(asked);
    if (status !== undefined) {
      answer.writeHead(status).end();
      return;
    }
    const { pathname, search } = new URL(asked.url ?? '');
    const to = {
      host: '127.0.0.1',
      port: this.options.plain,
      path: pathname + search,
      headers: asked.headers,
    };
    const onward = request(to, (found) => {
      answer.writeHead(found.statusCode ?? 0, found.headers);
      found.on('error', () => answer.destroy()).pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    onward.end();
  }
}
