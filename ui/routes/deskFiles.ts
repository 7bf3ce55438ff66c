/** The files of the desk: its routes load them, and the sign-in page fetches them while somebody types. */
export const privateFile = () => import('./private.lazy')
export const ticketsFile = () => import('./tickets.lazy')
