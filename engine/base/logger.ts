/** The engine logs through this interface; hosts decide where it goes. Never log recognised text. */
export interface Logger {
  debug(message: string, data?: Record<string, unknown>): void;
  info(message: string, data?: Record<string, unknown>): void;
  warn(message: string, data?: Record<string, unknown>): void;
  error(message: string, data?: Record<string, unknown>): void;
}

const ignore = (): void => {};
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
