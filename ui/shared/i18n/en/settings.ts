import type { settings as pt } from '../pt-BR/settings'
import type { Shape } from '../types'

export const settings: Shape<typeof pt> = {
  title: 'Settings',
  incoming: 'What comes in',
  attendance: 'Tickets',
  waiting: 'Waiting',
  groups: {
    title: 'Attend groups',
    text: 'Messages of groups become tickets. When off, they are ignored.',
  },
  calls: {
    title: 'Accept calls',
    text: 'When off, every call is refused and the caller gets a message saying why.',
  },
  audio: {
    title: 'Accept audio from new contacts',
    text: 'When off, audio is kept and the contact is told. Each contact can be changed by itself.',
  },
  sign: {
    title: 'Allow signing',
    text: 'Each person may put their own name above what they write to the contact.',
  },
  signUsual: {
    title: 'Sign by default',
    text: 'Whoever has not chosen yet begins by signing. Only where signing is allowed.',
  },
  greetingQueue: {
    title: 'Greeting of the queue',
    text: 'Where a connection has one queue only, whoever begins a ticket gets its greeting. Groups do not.',
  },
  greeting: {
    title: 'Greeting on accepting',
    text: 'Whoever accepts a ticket is introduced to the contact by name. Not in groups.',
  },
  transfer: {
    title: 'Tell of transfers',
    text: 'The contact is told who attends them now, or in which queue they wait. Not in groups.',
  },
  farewellWaiting: {
    title: 'Farewell when closing who waits',
    text: 'Sends the completion message also when a ticket is closed without having been accepted.',
  },
  waitingAmber: {
    title: 'Waiting in amber from',
    text: 'In the list, the time of whoever waits for an answer turns amber.',
  },
  waitingRed: {
    title: 'Waiting in red from',
    text: 'The same time turns red: the wait is too long.',
  },
}
