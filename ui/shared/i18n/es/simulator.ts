import { breaking } from './simulator/breaking'
import { chat } from './simulator/chat'
import { events } from './simulator/events'
import { phones } from './simulator/phones'

export const simulator = { ...phones, ...chat, ...breaking, ...events }
