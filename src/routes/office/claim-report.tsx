export { ClaimReportScreen as Component } from '#domains/reports/ui/office/ClaimReportScreen.tsx';
