export { ActivityScreen as Component } from '#domains/staff/ui/office/ActivityScreen.tsx';
export { loadActivity as loader, revalidateActivity as shouldRevalidate } from '#domains/staff/ui/office/load-activity.ts';
