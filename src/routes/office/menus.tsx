export { loadMenus as loader } from '#domains/content/ui/office/menus/load-menus.ts';
export { MenusScreen as Component } from '#domains/content/ui/office/menus/MenusScreen.tsx';
