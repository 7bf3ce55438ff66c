import { expect, test } from 'bun:test'
import type { CurrentAnnouncements, ReadAnnouncement } from '../../../src/features/announcements/contract'
import {
  countUnread,
  findUrgent,
  mayBeRead,
  shownAnnouncements,
  withoutAnnouncement,
  withRead,
  withRecord,
} from '../../../ui/features/announcements/spec'

const at = (hour: number) => `2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`
const notice = (id: number, more: Partial<ReadAnnouncement> = {}): ReadAnnouncement => ({
  id,
  title: `Aviso ${id}`,
  text: 'Leia',
  priority: 2,
  status: true,
  mediaPath: null,
  mediaName: null,
  mediaSize: null,
  publishedAt: at(id),
  createdAt: at(id),
  updatedAt: at(id),
  planIds: [],
  companyIds: [],
  from: null,
  until: null,
  link: null,
  readAt: null,
  isNews: true,
  ...more,
})
const bell = (...records: ReadAnnouncement[]): CurrentAnnouncements => ({ from: 'Maré', records })
const ids = ({ records }: CurrentAnnouncements) => records.map(({ id }) => id)

test('the bell counts unread announcements of high and medium priority', () => {
  const records = [notice(1, { priority: 1 }), notice(2), notice(3, { priority: 3 }), notice(4, { readAt: at(5) })]
  expect(countUnread(records)).toBe(2)
})

test('a high priority one opens once, the latest first, and none older than the user', () => {
  const records = [
    notice(4, { priority: 1, readAt: at(5) }),
    notice(3, { priority: 1 }),
    notice(2, { priority: 1 }),
    notice(1),
  ]
  expect(findUrgent(records)?.id).toBe(3)
  const { records: after } = withRead(bell(...records), [3, 2], at(6))
  expect(findUrgent(after)).toBeUndefined()
  expect(findUrgent([notice(1, { priority: 1, isNews: false })])).toBeUndefined()
})

test('events add, replace and remove announcements, and keep read marks', () => {
  const before = bell(notice(2, { readAt: at(3) }), notice(1))
  expect(ids(withRecord(before, notice(3)))).toEqual([3, 2, 1])
  expect(withRecord(before, notice(2, { title: 'Outro' })).records[0]).toMatchObject({ title: 'Outro', readAt: at(3) })
  expect(ids(withRecord(before, notice(2, { status: false })))).toEqual([1])
  expect(ids(withoutAnnouncement(before, 1))).toEqual([2])
  expect(withRead(before, [2], at(9)).records[0]?.readAt).toBe(at(3))
})

test('a just published announcement is unread', () => {
  expect([mayBeRead(notice(1)), mayBeRead(notice(1, { updatedAt: at(2) }))]).toEqual([false, true])
})

test('the operator’s list is searched without accents, filtered, and starts with drafts', () => {
  const list = [
    notice(1, { title: 'Manutenção' }),
    notice(2, { text: 'Atenção', priority: 1 }),
    notice(3, { publishedAt: null, status: false }),
  ]
  const shown = (view: Parameters<typeof shownAnnouncements>[1]) => shownAnnouncements(list, view).map(({ id }) => id)
  expect(shown({})).toEqual([3, 2, 1])
  expect(shown({ search: 'atencao' })).toEqual([2])
  expect(shown({ priority: 'medium' })).toEqual([3, 1])
  expect(shown({ sort: 'priority' })).toEqual([2, 3, 1])
})
