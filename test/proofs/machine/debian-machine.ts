import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { endWhenKilled } from '#/bench/processes/clean-up.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { until } from '#/test/proofs/until.ts';

const PROGRAMS = ['debootstrap', 'systemd-nspawn', 'unshare', 'nsenter'];

/** Debian: `apt-get install debootstrap systemd-container`, run as root. Optional. */
export const HAS_MACHINES =
  process.getuid?.() === 0 &&
  PROGRAMS.every((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);

/** A release of Debian whose Node.js is recent enough to install the service. */
const SUITE = 'trixie';
const MIRROR = 'http://deb.debian.org/debian';
/** With systemd as its first process. */
const BASE = 'systemd-sysv,dbus,iproute2,ca-certificates';
const BOOT_MS = 5 * MINUTE_MS;
const CERTIFICATES = 'usr/local/share/ca-certificates';
const ALL_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const ENVIRONMENT = [
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  'LANG=C.UTF-8',
  'DEBIAN_FRONTEND=noninteractive',
];
/** Certificates that only this machine trusts count as well, for networks whose proxy opens TLS. */
const TRUST = [`NODE_EXTRA_CA_CERTS=${ALL_CERTIFICATES}`, `npm_config_cafile=${ALL_CERTIFICATES}`];
const SHELL = ['bash', '-se'];

/**
 * A Debian with systemd as its first process, in a folder: with its own processes, users, files and loopback, and the
 * kernel of this machine. Packages are installed before it is booted; then it has no network.
 */
export class DebianMachine {
  readonly #home: string;
  #nspawn: ChildProcess | null = null;
  /** Cancels what ends the machine if this process is killed. */
  #callOff: () => void = () => {};

  private constructor(home: string) {
    this.#home = home;
  }

  /** A minimal Debian, not booted. Takes a minute. Call `end` in any case. */
  static async install(): Promise<DebianMachine> {
    const machine = new DebianMachine(mkdtempSync(path.join(tmpdir(), 'timer-service-machine-')));
    await command('debootstrap', ['--variant=minbase', `--include=${BASE}`, SUITE, machine.root, MIRROR]);
    machine.#configure();
    return machine;
  }

  /** Its files, as this machine sees them. */
  get root(): string {
    return path.join(this.#home, 'root');
  }

  /** Runs a shell script as root before it is booted, with this machine's network. No service is started. */
  async prepare(script: string): Promise<void> {
    const { root } = this;
    const policy = path.join(root, 'usr/sbin/policy-rc.d');
    const enter = [
      `mount --bind /proc ${root}/proc`,
      `mount --bind /dev ${root}/dev`,
      `exec chroot ${root} env -i ${[...ENVIRONMENT, ...TRUST, ...SHELL].join(' ')}`,
    ];
    copyFileSync('/etc/resolv.conf', path.join(root, 'etc/resolv.conf'));
    writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    await command('unshare', ['--mount', 'sh', '-c', enter.join(' && ')], script);
    rmSync(policy);
  }

  /** Resolves when systemd has started everything. */
  async boot(): Promise<void> {
    const nspawn = spawn(
      'systemd-nspawn',
      [
        ...['--quiet', '--register=no', '--keep-unit', `--machine=${path.basename(this.#home)}`],
        ...['--private-network', '--boot', '--console=read-only', `--directory=${this.root}`],
      ],
      // Debian's systemd has no other.
      { env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }, stdio: 'ignore' },
    );
    this.#nspawn = nspawn;
    await this.#untilBooted();
  }

  /** Runs a shell script as root in the booted machine, and returns its output. Rejects when a command of it fails. */
  async run(script: string): Promise<string> {
    return await command(
      'nsenter',
      [`--target=${this.#init()}`, '--all', 'env', '-i', ...ENVIRONMENT, ...SHELL],
      script,
    );
  }

  /** Starts a program of this machine, which sees the loopback of the booted one. */
  start(program: string, args: readonly string[], options: { cwd: string }): ChildProcess {
    const enter = [`--net=/proc/${this.#init()}/ns/net`, '--', program, ...args];
    return spawn('nsenter', enter, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
  }

  /** Shuts it down in order, and boots it. */
  async reboot(): Promise<void> {
    const ended = this.#nspawn && once(this.#nspawn, 'exit');
    await this.run('systemctl reboot');
    // It leaves the start to whoever supervises it.
    await ended;
    await this.boot();
  }

  /** Cuts its power, and deletes it. */
  async end(): Promise<void> {
    const nspawn = this.#nspawn;
    if (nspawn && nspawn.exitCode === null && nspawn.signalCode === null) {
      const ended = once(nspawn, 'exit');
      process.kill(this.#init(), 'SIGKILL');
      await ended;
    }
    this.#callOff();
    rmSync(this.#home, { recursive: true, force: true });
  }

  #configure(): void {
    writeFileSync(path.join(this.root, 'etc/hostname'), 'machine\n');
    if (!existsSync(`/${CERTIFICATES}`)) return;
    cpSync(`/${CERTIFICATES}`, path.join(this.root, CERTIFICATES), { recursive: true });
    execFileSync('chroot', [this.root, 'update-ca-certificates'], { stdio: 'ignore' });
  }

  /** The process id of its systemd, as this machine counts. Throws while there is none. */
  #init(): number {
    const pid = this.#nspawn?.pid;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    if (!/^\d+$/.test(children)) throw new Error(`The machine is not booted: ${children || 'it has no process'}.`);
    return Number(children);
  }

  async #untilBooted(): Promise<void> {
    await until('the machine is booted', BOOT_MS, async () => {
      if (this.#nspawn?.exitCode !== null) throw new Error('systemd-nspawn has ended.');
      // Not while nspawn prepares it, or before its bus responds.
      const state = await this.run('systemctl is-system-running --wait || true').catch(() => '');
      return ['running', 'degraded'].includes(state.trim());
    });
    this.#callOff();
    this.#callOff = endWhenKilled(this.#init(), this.#home, 'KILL');
  }
}

/** Runs a program with this input, and returns its output. Rejects with it unless the exit code is 0. */
async function command(program: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  // It may end before it has read everything; its exit code tells.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${program} ended with ${code}.\n${`${output}\n${errors}`.slice(-4_000)}`);
  return output;
}
