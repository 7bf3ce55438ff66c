import { Elysia } from 'elysia'
import { createBudget } from '../../platform/budget'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import { ById } from '../../platform/params'
import { CREATED_A_MINUTE } from '../../users/shares'
import { changeTask, createTask, createTasks, deleteTask, seeTasks } from './actions'
import { CreateTask, CreateTasks, SeenTasks, Task, TaskCount, TaskList, UpdateTask } from './contract'
import {
  byOrder,
  countOpenTasks,
  listCompletedTasks,
  listGivenTasks,
  listOpenTasks,
  listReminding,
  showTask,
} from './queries'

/** Requests per person and minute, each with up to a hundred tasks. */
const LISTS_A_MINUTE = 20

export const taskRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/tasks' })
    .use(http)
    .get(
      '/',
      async ({ cx, actor: { userId } }) => {
        await createBudget().rest() // hundreds of tasks take milliseconds
        const own = [...listOpenTasks(cx.db, userId), ...listCompletedTasks(cx.db, userId)]
        const given = listGivenTasks(cx.db, userId)
        const all = given.length === 0 ? own : [...own, ...given].sort(byOrder)
        return all.map((task) => showTask(cx.db, task))
      },
      { signedIn: true, response: { 200: TaskList, ...failures } },
    )
    .get('/count', ({ cx, actor }) => ({ open: countOpenTasks(cx.db, actor.userId) }), {
      detail: { summary: 'Count the open tasks of the person' },
      signedIn: true,
      response: { 200: TaskCount, ...failures },
    })
    .get('/reminders', ({ cx, actor }) => listReminding(cx.db, actor.userId).map((task) => showTask(cx.db, task)), {
      detail: { summary: 'List the tasks that remind the person' },
      signedIn: true,
      response: { 200: TaskList, ...failures },
    })
    .post(
      '/reminders/seen',
      ({ cx, actor, body }) => {
        seeTasks(cx, actor, body)
        return done
      },
      {
        detail: { summary: 'Mark the reminders of tasks as seen' },
        signedIn: true,
        body: input(SeenTasks),
        response: { 200: Done, ...failures },
      },
    )
    .post('/', ({ cx, actor, body }) => createTask(cx, actor, body), {
      signedIn: true,
      rateLimit: CREATED_A_MINUTE,
      body: input(CreateTask),
      response: { 200: Task, ...failures },
    })
    .post('/several', ({ cx, actor, body }) => createTasks(cx, actor, body.tasks), {
      detail: { summary: 'Create several tasks' },
      signedIn: true,
      rateLimit: LISTS_A_MINUTE,
      body: input(CreateTasks),
      response: { 200: TaskList, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => changeTask(cx, actor, params.id, body), {
      signedIn: true,
      params: ById,
      body: input(UpdateTask),
      response: { 200: Task, ...failures },
    })
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteTask(cx, actor, params.id)
        return done
      },
      { signedIn: true, params: ById, response: { 200: Done, ...failures } },
    )
export type TaskRoutes = ReturnType<typeof taskRoutes>
