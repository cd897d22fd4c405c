export { loadToday as loader, revalidateToday as shouldRevalidate } from '#domains/today/ui/office/load-today.ts';
export { TodayScreen as Component } from '#domains/today/ui/office/TodayScreen.tsx';
