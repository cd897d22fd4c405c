/** Captures the pictures of the guides as WebP files. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { OFFICE_COOKIE } from '#tests/e2e/office/support/office.ts';
import { openSession } from '#tests/e2e/support/browser.ts';
import { AT_THE_SHOP, openView } from './capture-office.ts';
import type { GuidePicture } from './guide-pictures.ts';
import type { OfficeStage } from './office-shops.ts';

const WIDTH = 1_200;
const HEIGHT = 760;
const MAX_BYTES = 60_000;
/** Time for charts and for what fades in. */
const PAINT_MS = 1_500;
/** Space around a cropped element, in px. */
const MARGIN = 16;

async function shoot(page: Page, { crop }: GuidePicture): Promise<Buffer> {
  const box = await crop?.(page).boundingBox();
  const size = page.viewportSize();
  if (!box || !size) return page.screenshot({ animations: 'disabled' });
  const x = Math.max(0, box.x - MARGIN);
  const y = Math.max(0, box.y - MARGIN);
  const clip = {
    x,
    y,
    width: Math.min(size.width, box.x + box.width + MARGIN) - x,
    height: Math.min(size.height, box.y + box.height + MARGIN) - y,
  };
  return page.screenshot({ animations: 'disabled', clip });
}

/** Compresses a picture until it is small enough for a guide. */
async function toWebp(picture: Buffer): Promise<Buffer> {
  for (let quality = 84; ; quality -= 8) {
    const webp = await sharp(picture).webp({ quality, effort: 6 }).toBuffer();
    if (webp.length <= MAX_BYTES || quality < 30) return webp;
  }
}

/** Captures the pictures of one shop into a folder. @returns bytes written; failures are passed on and do not stop the run */
export async function captureGuides(
  browser: Browser,
  stage: OfficeStage,
  pictures: readonly GuidePicture[],
  folder: string,
  failed: (name: string, error: unknown) => void,
): Promise<number> {
  const { page, context, close } = await openSession(browser, stage.url, { viewport: { width: WIDTH, height: HEIGHT }, ...AT_THE_SHOP });
  context.setDefaultTimeout(20_000);
  await context.addCookies([{ name: OFFICE_COOKIE, value: await stage.openSession(), url: stage.url, httpOnly: true, sameSite: 'Strict' }]);
  let bytes = 0;
  for (const picture of pictures) {
    try {
      await page.setViewportSize({ width: WIDTH, height: picture.height ?? HEIGHT });
      await openView(page, { name: picture.name, ...picture.view }, stage);
      await page.getByText('Loading preview').waitFor({ state: 'detached' });
      await page.waitForTimeout(PAINT_MS);
      const webp = await toWebp(await shoot(page, picture));
      await writeFile(join(folder, `${picture.name}.webp`), webp);
      bytes += webp.length;
      console.log(`${picture.name}.webp, ${(webp.length / 1_000).toFixed(0)} KB`);
    } catch (error) {
      failed(picture.name, error);
    }
  }
  await close();
  return bytes;
}
