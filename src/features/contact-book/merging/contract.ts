/** Two records of one person, merged by hand; and those that may be two. */
import * as v from 'valibot'
import { ContactSummary, MergedData } from '../../../contacts/contract'
import { defineEvent } from '../../../platform/events'
import { Id, list } from '../../../platform/formats'

/** Body of `POST /contacts/merge`: the source disappears, the target stays. */
export const MergeContacts = v.object({ sourceContactId: Id, targetContactId: Id, mergedData: MergedData })
export type MergeContacts = v.InferOutput<typeof MergeContacts>

export const Merged = v.object({ contact: ContactSummary, mergeId: Id })
export type Merged = v.InferOutput<typeof Merged>

/** A merge by hand can be undone for so many days. */
export const UNDO_DAYS = 30

/** Contacts that may be one person: they have one name, or the two forms of a mobile number. */
export const Duplicate = v.object({
  reason: v.picklist(['name', 'number']),
  older: ContactSummary,
  newer: ContactSummary,
})
export type Duplicate = v.InferOutput<typeof Duplicate>

/** `count`: all of them, as far as a thousand. */
export const DuplicatePage = v.object({
  duplicates: v.array(Duplicate),
  hasMore: v.boolean(),
  next: v.nullable(v.string()),
  count: v.number(),
})
export type DuplicatePage = v.InferOutput<typeof DuplicatePage>

/** Body of `POST /contacts/duplicates/apart`: these two are not the same person. */
export const KeepApart = v.object({ contactIds: v.pipe(list(Id, { least: 2, most: 2 }), v.tuple([Id, Id])) })
export type KeepApart = v.InferOutput<typeof KeepApart>

export const contactsKeptApart = defineEvent('contact.apart', v.object({ contactIds: v.tuple([Id, Id]) }))
