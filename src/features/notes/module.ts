import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { ticketFields } from '../../tickets/fields'
import { deleteAnyNote } from './contract'
import { noteErrors } from './errors'
import { movesNotes } from './move-in'
import { noteRoutes } from './routes'
import { addSampleNotes } from './sample'
import { hasNotes } from './ticket-field'

export const notes = {
  name: 'notes',
  routes: noteRoutes,
  permissions: [deleteAnyNote],
  errors: noteErrors,
  fills: [movesNotes, ticketFields.filledWith(hasNotes), samples.filledWith(addSampleNotes)],
} satisfies Module
