/**
 * Characters that HTML, XML or TeX cannot hold (control characters, half surrogate pairs) become U+FFFD, so that the
 * file opens and the fault shows. Tabs and line breaks stay.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cs}\ufffe\uffff]|(?![\t\n\r])\p{Cc}/gu, '\ufffd');
}
