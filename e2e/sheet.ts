import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

/** White paper to write on in dark ink. */
export function sheet(width: number, height: number): { canvas: Canvas; context: SKRSContext2D } {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#111111';
  return { canvas, context };
}
