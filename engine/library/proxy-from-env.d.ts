/** The package comes without types. */
declare module 'proxy-from-env' {
  /** Address of the proxy for an address; empty where there is none. */
  export function getProxyForUrl(url: string): string;
}
