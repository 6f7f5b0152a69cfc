/** Of the engine: what it measured and wrote says by which version. */
export const engineVersion = '0.1.0';
