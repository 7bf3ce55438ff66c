/** The chapters of the server, one line each: routes, jobs, permissions, errors and stored files follow from it. */
import { users } from './access/chapter'
import { audit } from './audit/chapter'
import { connections } from './channels/chapter'
import { contacts } from './contacts/chapter'
import { ai } from './features/ai/chapter'
import { bot } from './features/bot/chapter'
import { campaigns } from './features/campaigns/chapter'
import { distribution } from './features/distribution/chapter'
import { notes } from './features/notes/chapter'
import { personalData } from './features/personal-data/chapter'
import { quickMessages } from './features/quick-messages/chapter'
import { ratings } from './features/ratings/chapter'
import { schedules } from './features/schedules/chapter'
import { tags } from './features/tags/chapter'
import { hours } from './hours/chapter'
import { imports } from './imports/chapter'
import { operator } from './operator/chapter'
import type { Module } from './platform/module'
import { queues } from './queues/chapter'
import { reach } from './reach/chapter'
import { contactLists } from './reach/lists/chapter'
import { settings } from './settings/chapter'
import { tickets } from './tickets/chapter'
import { messages } from './tickets/messages/chapter'

export const chapters = [
  users,
  audit,
  settings,
  hours,
  imports,
  queues,
  contacts,
  connections,
  tickets,
  messages,
  reach,
  tags,
  notes,
  personalData,
  quickMessages,
  bot,
  ratings,
  distribution,
  schedules,
  contactLists,
  campaigns,
  operator,
  ai,
] as const satisfies readonly Module[]
