/** Numbers as the window's language writes them. */
export const formatNumber = (value: number, digits: number): string =>
  value.toLocaleString(document.documentElement.lang || undefined, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
