#!/usr/bin/env node
// The command line from a checkout: `npx palimpsest …`, `npm run --silent cli -- …`.
import { runCli } from './cli.mjs';
import { launch } from './setup.mjs';

await launch(() => runCli(process.argv.slice(2)));
