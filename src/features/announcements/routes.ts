import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { serveFile } from '../../platform/files'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { openOperatorFolder, operatorFolder } from '../../platform/operator-storage'
import { ById, PageNumber, readPage, SearchText } from '../../platform/params'
import { receiveSingleFile } from '../../platform/uploads'
import { findCompany } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { changeAnnouncement, createAnnouncement, deleteAnnouncement, markRead, putPicture } from './actions'
import {
  Announcement,
  AnnouncementPage,
  CreateAnnouncement,
  CurrentAnnouncements,
  MarkRead,
  MOST_ANNOUNCEMENTS,
  PICTURE_LIMIT,
  pictureTypes,
  Readers,
  UpdateAnnouncement,
} from './contract'
import {
  findAnnouncement,
  listAnnouncements,
  listCurrent,
  listReaders,
  showAnnouncement,
  showToReader,
  withReaders,
} from './queries'

export const announcementRoutes = (http: AppHttp, services: RouteServices) => {
  const { databases, auth, uploadTargetOf, clock } = services
  const { control, dataDir } = databases
  const seenOf = (cx: Cx, actor: Actor, ids: readonly number[]) => {
    const shown = new Set(listCurrent(control, cx, actor).map(({ id }) => id))
    return ids.filter((id) => shown.has(id))
  }
  return new Elysia({ prefix: '/announcements' })
    .use(http)
    .get(
      '/',
      ({ actor, query: { searchParam: search, pageNumber } }) => {
        const { rows, ...rest } = listAnnouncements(control, actor, {
          search,
          page: readPage(pageNumber),
          now: clock(),
        })
        return { records: rows, ...rest }
      },
      {
        signedIn: true,
        query: t.Object({ searchParam: SearchText, pageNumber: PageNumber }),
        response: { 200: AnnouncementPage, ...failures },
      },
    )
    .get(
      '/list',
      ({ actor }) => listAnnouncements(control, actor, { page: 1, size: MOST_ANNOUNCEMENTS, now: clock() }).rows,
      {
        detail: { summary: 'List all announcements with the number of their readers' },
        super: true,
        response: { 200: v.array(Announcement), ...failures },
      },
    )
    .get(
      '/current',
      ({ cx, actor }) => ({
        from: findCompany(control, OPERATOR_COMPANY)?.name ?? '',
        records: listCurrent(control, cx, actor),
      }),
      {
        detail: { summary: 'List the announcements that the signed-in person is shown' },
        signedIn: true,
        response: { 200: CurrentAnnouncements, ...failures },
      },
    )
    .post(
      '/read',
      async ({ cx, actor, body }) => {
        await markRead(services, cx, actor, seenOf(cx, actor, body.ids))
        return done
      },
      {
        detail: { summary: 'Mark announcements as read' },
        signedIn: true,
        body: input(MarkRead),
        response: { 200: Done, ...failures },
      },
    )
    .get(
      '/:id',
      ({ actor, params }) => {
        const found = findAnnouncement(control, actor, params.id, clock())
        return actor.super ? (withReaders(control, [found])[0] ?? showAnnouncement(found)) : showToReader(found)
      },
      { signedIn: true, params: ById, response: { 200: Announcement, ...failures } },
    )
    .get(
      '/:id/readers',
      ({ actor, params }) => ({
        companies: listReaders(control, findAnnouncement(control, actor, params.id, clock())),
      }),
      {
        detail: { summary: 'Count the readers of an announcement by company' },
        super: true,
        params: ById,
        response: { 200: Readers, ...failures },
      },
    )
    .post('/', ({ cx, actor, body }) => createAnnouncement(services, cx, actor, body), {
      super: true,
      body: input(CreateAnnouncement),
      response: { 200: Announcement, ...failures },
    })
    .put(
      '/:id',
      ({ cx, actor, params: { id }, body: wanted }) => changeAnnouncement(services, cx, actor, { id, wanted }),
      {
        super: true,
        params: ById,
        body: input(UpdateAnnouncement),
        response: { 200: Announcement, ...failures },
      },
    )
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteAnnouncement(services, cx, actor, params.id)
        return done
      },
      { super: true, params: ById, response: { 200: Done, ...failures } },
    )
    .get(
      '/:id/media-upload',
      async ({ actor, params, request }) => {
        const { mediaFile, mediaType, mediaName } = findAnnouncement(control, actor, params.id, clock())
        const file = { folder: operatorFolder(dataDir), file: mediaFile, mimetype: mediaType ?? '', name: mediaName }
        return (await serveFile(request, file)) ?? fail('ERR_NO_MEDIA_FOUND')
      },
      { detail: { summary: 'Download the picture of an announcement' }, reader: true, params: ById },
    )
    .post(
      '/:id/media-upload',
      async ({ cx, actor, params, request }) => {
        findAnnouncement(control, actor, params.id, clock())
        const place = { ...uploadTargetOf(actor), folder: openOperatorFolder(dataDir) }
        const file = await receiveSingleFile(request, { ...place, limit: PICTURE_LIMIT, types: pictureTypes })
        const present = auth.stillHere(actor) // the session may have ended meanwhile
        return present.super ? putPicture(services, cx, present, params.id, file) : fail('ERR_NO_PERMISSION')
      },
      {
        detail: { summary: 'Upload the picture of an announcement' },
        super: true,
        upload: true,
        params: ById,
        response: { 200: Announcement, ...failures },
      },
    )
    .delete('/:id/media-upload', ({ cx, actor, params }) => putPicture(services, cx, actor, params.id, null), {
      detail: { summary: 'Remove the picture of an announcement' },
      super: true,
      params: ById,
      response: { 200: Announcement, ...failures },
    })
}
export type AnnouncementRoutes = ReturnType<typeof announcementRoutes>
