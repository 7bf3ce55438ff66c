/** What the pages behind sign-in need besides. */
import { connections } from './connections'
import { kit } from './kit'
import { messages } from './messages'
import { queues } from './queues'
import { settings } from './settings'
import { shell } from './shell'
import { simulator } from './simulator'
import { tickets } from './tickets'

export const rest = { shell, connections, queues, settings, simulator, tickets, messages, kit }
