/** The application's sign: a leaf with old writing under new. */
export function Mark() {
  return (
    <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
      <path
        d="M12 6h24l10 10v34H12z"
        fill="var(--surface)"
        stroke="var(--ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M36 6v10h10" fill="none" stroke="var(--ink)" strokeWidth="2" strokeLinejoin="round" />
      <g stroke="var(--ink-3)" strokeWidth="2" strokeLinecap="round" opacity="0.45">
        <path d="M22 20v24M28 20v24M34 22v22" />
      </g>
      <g stroke="var(--accent)" strokeWidth="3" strokeLinecap="round">
        <path d="M18 25h20M18 33h20M18 41h12" />
      </g>
    </svg>
  );
}
