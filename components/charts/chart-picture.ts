import type { LegendItem } from '#/components/charts/chart-legend.tsx';

/** Pixels of the picture per CSS pixel, so that it is sharp in a document. */
const SCALE = 2;
const MARGIN_PX = 24;
const HEAD_PX = 36;
const GAP_PX = 12;
const SWATCH_PX = 8;

/** Styles set by classes and themes, which a picture must contain itself. */
const COPIED_PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'visibility',
  'display',
];

/**
 * The drawing as a PNG in the colors of the theme, with its title and legend above it. Null if the browser can't create
 * one. Shapes go through an SVG image, which can't use the page's fonts; so text is drawn on the canvas.
 */
export async function chartPicture(
  drawing: SVGSVGElement,
  title: string,
  legend: readonly LegendItem[],
): Promise<Blob | null> {
  const { width, height } = drawing.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * MARGIN_PX) * SCALE;
  canvas.height = (height + HEAD_PX + 2 * MARGIN_PX) * SCALE;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale(SCALE, SCALE);
  context.fillStyle = tokenOf('--bg');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(MARGIN_PX, MARGIN_PX);
  writeHead(context, title, legend, width);
  context.translate(0, HEAD_PX);
  context.drawImage(await shapesOf(drawing, width, height), 0, 0, width, height);
  for (const text of drawing.querySelectorAll('text')) writeText(context, text, drawing);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

async function shapesOf(drawing: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [...drawing.querySelectorAll<SVGElement>('*')];
  for (const [index, element] of [...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const style = getComputedStyle(originals[index] as SVGElement);
    for (const name of COPIED_PROPERTIES) element.style.setProperty(name, style.getPropertyValue(name));
  }
  for (const text of copy.querySelectorAll('text')) text.remove();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await picture.decode();
  return picture;
}

function writeHead(
  context: CanvasRenderingContext2D,
  title: string,
  legend: readonly LegendItem[],
  width: number,
): void {
  const family = getComputedStyle(document.body).fontFamily;
  context.textBaseline = 'middle';
  context.font = `600 13px ${family}`;
  context.fillStyle = tokenOf('--text');
  context.fillText(title, 0, SWATCH_PX);
  context.font = `400 12px ${family}`;
  let right = width;
  for (const item of legend.toReversed()) {
    right -= context.measureText(item.name).width;
    context.fillStyle = tokenOf('--text-2');
    context.fillText(item.name, right, SWATCH_PX);
    right -= SWATCH_PX + GAP_PX / 2;
    drawSwatch(context, item, right);
    right -= GAP_PX;
  }
}

function drawSwatch(context: CanvasRenderingContext2D, item: LegendItem, x: number): void {
  if ('color' in item) {
    context.fillStyle = resolved(item.color);
    context.fillRect(x, SWATCH_PX / 2, SWATCH_PX, SWATCH_PX);
    return;
  }
  context.setLineDash(item.look === 'solid' ? [] : [2, 2]);
  context.lineWidth = 2;
  context.strokeStyle = tokenOf(item.look === 'solid' ? '--text' : '--text-3');
  context.beginPath();
  context.moveTo(x, SWATCH_PX);
  context.lineTo(x + SWATCH_PX, SWATCH_PX);
  context.stroke();
  context.setLineDash([]);
}

function writeText(context: CanvasRenderingContext2D, text: SVGTextElement, drawing: SVGSVGElement): void {
  const label = text.textContent ?? '';
  const style = getComputedStyle(text);
  if (!label || style.visibility === 'hidden') return;
  const { x, y } = text.getStartPositionOfChar(0);
  const place = new DOMPoint(x, y).matrixTransform(
    drawing
      .getScreenCTM()
      ?.inverse()
      .multiply(text.getScreenCTM() as DOMMatrix),
  );
  context.textBaseline = 'alphabetic';
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.fill;
  context.fillText(label, place.x, place.y);
}

/** A color of the theme in force. */
function tokenOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** `var(--chart-1)` as its current color. */
function resolved(color: string): string {
  const token = /^var\((--[\w-]+)\)$/.exec(color)?.[1];
  return token ? tokenOf(token) : color;
}
