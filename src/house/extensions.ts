/** Which chapters hear what happens, and which answer a message that comes in, in their order. */
import type { Subscriber } from '../platform/extensions'
import { automaticMessages, welcome } from '../tickets/automatic-messages'
import type { Answerer } from '../tickets/messages/receiving/answerers'
import { refuseAudio } from '../tickets/messages/receiving/refuse-audio'

export const chapterSubscribers: readonly Subscriber[] = [...automaticMessages]

export const chapterAnswerers: readonly Answerer[] = [welcome, refuseAudio]
