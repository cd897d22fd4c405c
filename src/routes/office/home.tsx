import { redirect } from 'react-router';

/** The first screen is what waits today. */
export const loader = () => redirect('/today');
