/** Which addresses and senders are ours, and which may be opened outside. Pure. */
import { windowUrl } from './scheme-paths';

/** May be opened in the person's browser: only https, only what parses, nothing with credentials in it. */
export function isOpenable(url: string): boolean {
  try {
    const parsed = new URL(url);
    return (
      parsed.protocol === 'https:' && parsed.username === '' && parsed.password === '' && parsed.host !== ''
    );
  } catch {
    return false;
  }
}

/** May be loaded by our window at all. */
export const isOwnAddress = (url: string): boolean => /^(app|page|devtools|blob):/.test(url);

/** Only the top frame of our own window, showing our own page, may call. */
export function isTrustedSender(
  frame: { readonly url: string; readonly parent: unknown } | null | undefined,
): boolean {
  if (!frame || frame.parent !== null) return false;
  const [address] = frame.url.split('#');
  return address === windowUrl;
}
