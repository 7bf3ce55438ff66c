import type { settings as pt } from '../pt-BR/settings'
import type { Shape } from '../types'

export const settings: Shape<typeof pt> = {
  title: 'Settings',
  incoming: 'What comes in',
  attendance: 'Attendance',
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
  farewellWaiting: {
    title: 'Farewell when closing who waits',
    text: 'Sends the completion message also when a ticket is closed without having been accepted.',
  },
}
