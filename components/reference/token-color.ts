/** A color of components/ui/tokens.css. */
export type Token = `--${string}`;

/** What a token is just now, as `rgb(…)`: whatever the browser can paint, it can also be asked for. */
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
