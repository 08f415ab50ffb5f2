'use client';

import type { RefObject } from 'react';
import type { LegendItem } from '#/components/charts/chart-legend.tsx';
import { chartPicture } from '#/components/charts/chart-picture.ts';
import { type ChartTable, chartCsv, fileNameOf } from '#/components/charts/chart-table.ts';
import { AnchoredMenu } from '#/components/ui/menu/anchored-menu.tsx';
import { MenuItem } from '#/components/ui/menu/menu.tsx';
import type { MenuPlace } from '#/components/ui/menu/menu-button.tsx';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { saveFile } from '#/lib/client/page/save-file.ts';

/** So that a spreadsheet reads the text as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

type Props = MenuPlace & {
  title: string;
  legend: readonly LegendItem[];
  table: ChartTable;
  /** Null while the table is shown: there is no drawing to export. */
  figure: RefObject<HTMLElement | null> | null;
};

/** Exports a chart: as a picture or a sheet. */
export function ExportMenu({ title, legend, table, figure, ...place }: Props) {
  const { toasts } = useLive();
  const savePicture = async () => {
    const drawing = figure?.current?.querySelector('svg');
    const picture = drawing && (await chartPicture(drawing, title, legend));
    if (picture) saveFile(picture, `${fileNameOf(title)}.png`);
    else toasts.show({ icon: 'warning', lead: 'Couldn’t save the image.', text: 'Show the chart and try again.' });
  };
  const saveSheet = () => {
    const text = new Blob([BYTE_ORDER_MARK, chartCsv(table)], { type: 'text/csv;charset=utf-8' });
    saveFile(text, `${fileNameOf(title)}.csv`);
  };
  return (
    <AnchoredMenu {...place} align="end">
      <MenuItem disabled={figure === null} onSelect={() => void savePicture()}>
        Image (PNG)
      </MenuItem>
      <MenuItem onSelect={saveSheet}>Data (CSV)</MenuItem>
    </AnchoredMenu>
  );
}
