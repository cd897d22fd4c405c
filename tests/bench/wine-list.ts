/** Generates a list in the format of the `winemag` mapping with any number of rows. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const GRAPES = ['Shiraz', 'Pinot Noir', 'Chardonnay', 'Riesling', 'Cabernet Sauvignon', 'Grenache'];

/** Writes a CSV file with a number of rows. The same number writes the same file. */
export async function writeWineList(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(
    ',country,description,designation,points,price,province,region_1,region_2,taster_name,taster_twitter_handle,title,variety,winery\n',
  );
  for (let row = 0; row < rows; row += 1) {
    const grape = GRAPES[row % GRAPES.length];
    const winery = `House ${row % 997}`;
    const line = `${row},Australia,"Dark fruit, a firm line of tannin and a long, savoury end that asks for another slice of something.",Block ${row},90,${12 + (row % 80)},South Australia,Barossa Valley,,,,${winery} ${2010 + (row % 14)} Block ${row} ${grape} (Barossa Valley),${grape},${winery}\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
