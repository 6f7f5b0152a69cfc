import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The window's code. Paths are relative because the page is served from a custom scheme, also out
// of an asar; the target is the oldest Chromium we run on.
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react()],
  build: {
    target: 'chrome108',
    outDir: process.env.PALIMPSEST_RENDERER_OUT ?? '../dist/renderer',
    emptyOutDir: true,
    sourcemap: false,
    // One origin, no data: URLs for fonts or scripts: the content security policy stays short.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4096,
  },
});
