/** The chapters of the screens, one line each: address, menu, palette, page and texts follow from it. */
export { connections } from './features/connections/chapter'
export { tickets } from './features/desk/chapter'
export { queues } from './features/queues/chapter'
export { quickMessages } from './features/quick-messages/chapter'
export { settings } from './features/settings/chapter'
export { simulator } from './features/simulator/chapter'
export { tags } from './features/tags/chapter'
export { users } from './features/users/chapter'
