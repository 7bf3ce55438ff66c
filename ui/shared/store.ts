/** The one jotai store: screens read it through hooks, the client and the socket read it directly. */
import { createStore } from 'jotai/vanilla'

export const store = createStore()
