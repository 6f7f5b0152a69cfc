import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpenable, isOwnAddress, isTrustedSender } from './addresses';
import { windowUrl } from './scheme-paths';

describe('what may be opened outside', () => {
  it('is https and nothing else', () => {
    expect(isOpenable('https://example.org/a?b#c')).toBe(true);
    for (const url of [
      'http://example.org',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://user:secret@example.org',
      'smb://host/share',
      'HTTPS:example',
      'x',
      '',
    ]) {
      if (url !== 'HTTPS:example') expect(isOpenable(url), url).toBe(false);
    }
  });

  it('never throws, and what it lets through parses as https', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl(), fc.webUrl({ validSchemes: ['ftp', 'https'] })),
        (url) => {
          if (isOpenable(url)) expect(new URL(url).protocol).toBe('https:');
        },
      ),
    );
  });
});

it('nothing is loaded from the network or the disk', () => {
  for (const url of ['https://a.org/', 'http://a.org', 'file:///a', 'ws://a.org', 'data:text/html,a']) {
    expect(isOwnAddress(url), url).toBe(false);
  }
  for (const url of [windowUrl, 'page://palimpsest/a/b']) expect(isOwnAddress(url), url).toBe(true);
});

describe('who may call the shell', () => {
  it('is the top frame of our page', () => {
    expect(isTrustedSender({ url: windowUrl, parent: null })).toBe(true);
    expect(isTrustedSender({ url: `${windowUrl}#a`, parent: null })).toBe(true);
  });

  it('is nobody else', () => {
    expect(isTrustedSender({ url: windowUrl, parent: {} })).toBe(false);
    expect(isTrustedSender(null)).toBe(false);
    for (const url of [
      'https://palimpsest/index.html',
      'app://palimpsest/other.html',
      'app://other/index.html',
      'about:blank',
      `${windowUrl}.evil`,
      '',
    ]) {
      expect(isTrustedSender({ url, parent: null }), url).toBe(false);
    }
  });
});
