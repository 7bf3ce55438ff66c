/** Merging two contacts by hand, and suggestions of possible duplicates. */
import * as v from 'valibot'
import { ChannelKind } from '../../../channels/contract'
import { ContactSummary, MergedData } from '../../../contacts/contract'
import { defineEvent } from '../../../platform/events'
import { Id, list } from '../../../platform/formats'

/** Body of `POST /contacts/merge`: the target stays, the source disappears. */
export const MergeContacts = v.object({ sourceContactId: Id, targetContactId: Id, mergedData: MergedData })
export type MergeContacts = v.InferOutput<typeof MergeContacts>

export const MergeResult = v.object({ contact: ContactSummary, mergeId: Id })
export type MergeResult = v.InferOutput<typeof MergeResult>

/** Days for which a merge by hand can be undone. */
export const UNDO_DAYS = 30

/**
 * Contacts that may be the same person: the same name, username or e-mail, or the two forms of a mobile number; `written`:
 * one of them, whose number is unknown, wrote the number or the e-mail of the other.
 */
export const Duplicate = v.object({
  reason: v.picklist(['name', 'number', 'username', 'email', 'written']),
  older: ContactSummary,
  newer: ContactSummary,
})
export type Duplicate = v.InferOutput<typeof Duplicate>

/** `count` stops at 1,000. */
export const DuplicatePage = v.object({
  duplicates: v.array(Duplicate),
  hasMore: v.boolean(),
  next: v.nullable(v.string()),
  count: v.number(),
})
export type DuplicatePage = v.InferOutput<typeof DuplicatePage>

/** Response of `GET /contacts/{id}/identity`: what helps to say whether two contacts are one person. */
export const Identity = v.object({
  /** Where they are known. */
  channels: v.array(ChannelKind),
  /** Those that this user sees. */
  tickets: v.number(),
  open: v.array(v.object({ channel: ChannelKind, user: v.nullable(v.string()) })),
  /** Who else they may be. */
  likely: v.array(v.object({ reason: Duplicate.entries.reason, contact: ContactSummary })),
})
export type Identity = v.InferOutput<typeof Identity>

/** Body of `POST /contacts/duplicates/apart`: these two are not the same person. */
export const KeepApart = v.object({ contactIds: v.pipe(list(Id, { least: 2, most: 2 }), v.tuple([Id, Id])) })
export type KeepApart = v.InferOutput<typeof KeepApart>

/** One of them wrote what identifies the other. */
export const contactsAlike = defineEvent('contact.alike', v.object({ contactIds: v.tuple([Id, Id]) }))

export const contactsKeptApart = defineEvent('contact.apart', v.object({ contactIds: v.tuple([Id, Id]) }))
