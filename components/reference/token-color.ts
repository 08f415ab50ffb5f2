/** A color of components/ui/tokens.css. */
export type Token = `--${string}`;

/** The current value of a token, as `rgb(…)`: read from the browser's own painting. */
export function rgbOf(token: Token): string {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const paint = canvas.getContext('2d', { willReadFrequently: true });
  if (!paint) return 'rgb(128, 128, 128)';
  paint.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(token);
  paint.fillRect(0, 0, 1, 1);
  const [red, green, blue] = paint.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
