/** `staff …`: the people who work in the office. */
import { type Command, Option } from 'commander';
import { liveConfig } from '#domains/settings/server/effective-config.ts';
import { copyInvitation, type Invitation } from '#domains/staff/server/invitation.repository.ts';
import { inviteStaff, resendInvitation, resetFactors, suspendStaff } from '#domains/staff/server/manage-staff.ts';
import { findRoleByName, listRoles } from '#domains/staff/server/role.repository.ts';
import { findStaffByEmail } from '#domains/staff/server/staff.repository.ts';
import { listStaff } from '#domains/staff/server/staff-list.repository.ts';
import { invitationUrl } from '#domains/staff/server/staff-mail.ts';
import type { StaffServices } from '#domains/staff/server/staff-services.ts';
import { isEmail } from '#lib/email.ts';
import { createStaffServices } from '#server/office/create-staff-services.ts';
import {
  type Actions,
  actorOptions,
  CommandError,
  type CommandRun,
  commandActor,
  formatMinute,
  isSet,
  jsonOption,
  printJson,
  storableOption,
  textOption,
  UsageError,
  withJobs,
  withOptions,
  withSettings,
} from './command.ts';
import { textTable } from './text-table.ts';

const MAX_NAME_LENGTH = 80;
const MAX_STAFF = 1_000;

const REFUSED: Readonly<Record<string, string>> = {
  email_taken: 'Somebody with this email is on the staff already.',
  last_owner: 'This is the only active owner. Make a colleague an owner first.',
  not_active: 'This person can’t sign in now, so there is nothing to reset. Invite or reactivate them.',
};

/** @throws CommandError if the shop serves no office */
function originOf({ config }: CommandRun): string {
  if (config.OFFICE_URL === null) throw new CommandError('This shop has no office. Set OFFICE_URL=https://office.shop.example.');
  return config.OFFICE_URL;
}

const withServices = <T>(run: CommandRun, work: (services: StaffServices) => Promise<T>): Promise<T> =>
  withSettings(run, (settings) =>
    withJobs(run, (jobs) => work(createStaffServices(liveConfig(run.config, settings), run.database, settings, jobs))),
  );

/** Returns the person whose email is the argument. @throws UsageError if there is none */
async function findPerson(run: CommandRun) {
  const [email = ''] = run.args;
  const person = await findStaffByEmail(run.database, email);
  if (!person) throw new UsageError(`Nobody on the staff has the email ${email}.`);
  return person;
}

/** Returns the ids of the roles of `--role`. @throws UsageError */
async function readRoles(run: CommandRun): Promise<number[]> {
  const names = (textOption(run, 'role') ?? '').split(',').map((name) => name.trim());
  const roles = await Promise.all(names.map((name) => findRoleByName(run.database, name)));
  const unknown = names.find((_, index) => !roles[index]);
  if (unknown !== undefined) {
    const known = (await listRoles(run.database)).map(({ name }) => name).join(', ');
    throw new UsageError(`--role is '${unknown}'. It must be one of ${known}.`);
  }
  return roles.flatMap((role) => (role ? [role.id] : []));
}

/** Prints a second link, because the email has one of its own. */
async function printLink(run: CommandRun, invitation: Invitation, origin: string): Promise<void> {
  const token = await run.database.transaction((transaction) => copyInvitation(transaction, invitation));
  run.log(`The link is in an email, and here. It works once, until ${formatMinute(invitation.expiresAt)}:`);
  run.writeStdout(invitationUrl(origin, token));
}

async function invite(run: CommandRun): Promise<number> {
  const [email = ''] = run.args;
  if (!isEmail(email)) throw new UsageError(`'${email}' is not an email address.`);
  const origin = originOf(run);
  const name = storableOption(run, 'name', MAX_NAME_LENGTH) ?? '';
  const existing = await findStaffByEmail(run.database, email);
  const invited = await withServices(run, async (services) =>
    existing?.status === 'invited'
      ? resendInvitation(services, commandActor(run), existing.id, origin)
      : inviteStaff(services, commandActor(run), { email, name, roleIds: await readRoles(run) }, origin),
  );
  if (!invited.ok) throw new CommandError(REFUSED[invited.code] ?? invited.code);
  await printLink(run, invited.value.invitation, origin);
  return 0;
}

async function list(run: CommandRun): Promise<number> {
  const staff = await listStaff(run.database, { q: null, status: null, roleId: null }, 'name', null, MAX_STAFF);
  if (isSet(run, 'json'))
    printJson(
      run,
      staff.map(({ key: _, id: __, version: ___, ...person }) => ({ ...person, roles: person.roles.map(({ name }) => name) })),
    );
  else if (staff.length === 0) run.log('There are no staff. Invite the owner: npm run cli -- staff invite EMAIL --role owner');
  else
    run.writeStdout(
      textTable(
        ['email', 'name', 'status', 'roles', 'second factor', 'last seen'],
        staff.map(({ email, name, status, roles, hasTotp, passkeys, lastSeenAt }) => [
          email,
          name,
          status,
          roles.map((role) => role.name).join(', '),
          [passkeys > 0 ? 'passkey' : '', hasTotp ? 'authenticator' : ''].filter(Boolean).join(', ') || 'none',
          lastSeenAt ? formatMinute(lastSeenAt) : '',
        ]),
      ),
    );
  return 0;
}

async function suspend(run: CommandRun): Promise<number> {
  const person = await findPerson(run);
  const suspended = await withServices(run, (services) => suspendStaff(services, commandActor(run), person.id, null));
  if (!suspended.ok) throw new CommandError(REFUSED[suspended.code] ?? suspended.code);
  run.log(`${person.email} is suspended. Their sessions and API keys have ended.`);
  return 0;
}

async function resetMfa(run: CommandRun): Promise<number> {
  const origin = originOf(run);
  const person = await findPerson(run);
  const reset = await withServices(run, (services) => resetFactors(services, commandActor(run), person.id, origin));
  if (!reset.ok) throw new CommandError(REFUSED[reset.code] ?? reset.code);
  run.log(`The second factors of ${person.email} are removed and their sessions have ended.`);
  await printLink(run, reset.value.invitation, origin);
  return 0;
}

export function addStaffCommands(program: Command, { change, read }: Actions): void {
  const staff = program.command('staff').description('People who work in the office');
  withOptions(
    staff
      .command('invite')
      .argument('<email>', 'email address')
      .description('Invite somebody to the office, or send the link again. The first one should be the owner.')
      .addOption(new Option('--role <names>', 'roles, comma separated').default('Owner'))
      .addOption(new Option('--name <name>', 'name')),
    ...actorOptions(),
  ).action(change(['staff.invited', 'staff.invitation_resent'], invite));
  withOptions(staff.command('list').description('List the staff'), jsonOption()).action(read(list));
  withOptions(
    staff.command('suspend').argument('<email>', 'email address').description('Lock somebody out of the office at once'),
    ...actorOptions(),
  ).action(change(['staff.suspended'], suspend));
  withOptions(
    staff
      .command('reset-mfa')
      .argument('<email>', 'email address')
      .description('Remove the second factors of somebody who lost them, and make a link to set up new ones'),
    ...actorOptions(),
  ).action(change(['staff.factors_reset'], resetMfa));
}
