// A single-node Apache Kafka in KRaft mode without Docker: jars from Maven Central, run by Java 17 or newer. For machines
// without containers, for tests and for benchmarks; a real installation runs the image of docker-compose.yml.
import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, openSync, closeSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const home = import.meta.dirname;
const VERSION = '4.1.0';
const libraries = join(home, '../../.cache', `kafka-${VERSION}`);

/** Something is missing on this machine; the message says what to install. */
export class CannotRunKafka extends Error {}

/** Why Kafka cannot run here, or undefined. */
export async function missingForKafka() {
  const java = await run('java', ['-version']).then(
    ({ stderr }) => Number(/version "(\d+)/.exec(stderr)?.[1]),
    () => 0,
  );
  const toInstall = 'On Debian or Ubuntu: apt-get install openjdk-17-jre-headless maven';
  if (!java) return `Kafka needs Java 17 or newer, and there is no java here. ${toInstall}`;
  if (java < 17) return `Kafka needs Java 17 or newer; this is Java ${java}. ${toInstall}`;
  if (existsSync(libraries)) return undefined;
  const maven = await run('mvn', ['-version']).then(
    () => true,
    () => false,
  );
  return maven ? undefined : `Kafka is fetched by Maven, and there is no mvn here. ${toInstall}`;
}

/** The jars, fetched once and kept in .cache. @throws CannotRunKafka */
async function fetchLibraries(say) {
  const missing = await missingForKafka();
  if (missing) throw new CannotRunKafka(missing);
  if (existsSync(libraries)) return;
  say(`Fetching Apache Kafka ${VERSION} from Maven Central …`);
  const unfinished = `${libraries}.${process.pid}`;
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
  await run('mvn', ['-q', '-B', '-f', join(home, 'pom.xml'), goal, `-DoutputDirectory=${unfinished}`]).catch((error) => {
    throw new CannotRunKafka(`Maven could not fetch Kafka:\n${error.stdout || error.message}`);
  });
  // Two first runs at the same time fetch the same jars; the second copy is not needed.
  await rename(unfinished, libraries).catch(() => rm(unfinished, { recursive: true, force: true }));
}

/** A listener that wants TLS and a name: `certificate` is a PEM file with key and chain. */
const securedProperties = ({ certificate, username, password }) => {
  const plain = 'org.apache.kafka.common.security.plain.PlainLoginModule';
  const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule';
  const user = `username="${username}" password="${password}"`;
  return `
listener.name.secured.ssl.keystore.type=PEM
listener.name.secured.ssl.keystore.location=${certificate}
listener.name.secured.sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512
listener.name.secured.plain.sasl.jaas.config=${plain} required ${user} user_${username}="${password}";
listener.name.secured.scram-sha-256.sasl.jaas.config=${scram} required;
listener.name.secured.scram-sha-512.sasl.jaas.config=${scram} required;
`;
};

/** `beside`: listeners on separate ports that advertise another port, for a proxy in between. */
const properties = (data, port, controllerPort, beside, secured) => `
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controllerPort}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}${beside.map((b, i) => `,BESIDE${i}://127.0.0.1:${b.port}`).join('')}${secured ? `,SECURED://127.0.0.1:${secured.port}` : ''}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}${beside.map((b, i) => `,BESIDE${i}://127.0.0.1:${b.told}`).join('')}${secured ? `,SECURED://127.0.0.1:${secured.port}` : ''}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT${beside.map((_, i) => `,BESIDE${i}:PLAINTEXT`).join('')},SECURED:SASL_SSL
log.dirs=${data}
num.partitions=1
auto.create.topics.enable=false
offsets.topic.num.partitions=4
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
broker.session.timeout.ms=2000
broker.heartbeat.interval.ms=500
log.cleaner.enable=false
${secured ? securedProperties(secured) : ''}`;

// A broker for a test lives for minutes, too short for the second compiler and a multi-threaded collector to pay off.
const brief = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'];
const java = (args, options) => spawn('java', [...brief, '-cp', join(libraries, '*'), ...args], options);

/** Below the ports of outgoing connections: clients waiting for a broker's return would take its port. */
const freePort = async () => {
  const port = randomInt(10_000, 32_768);
  const free = await new Promise((done) => {
    const server = createServer().once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
  return free ? port : freePort();
};

/**
 * Starts Kafka on data kept in `folder` (a new cluster when it is empty) and resolves when it answers.
 * `port` of the broker; 0: a free one, the same again on every later start in this folder. `beside`: [{ port, told }], as above.
 * `secured`: { port, certificate, username, password }, a listener that wants TLS and this name.
 * @throws CannotRunKafka when Java or Maven is missing; Error with the log's end when the broker ends early.
 */
export async function startKafka(folder, { port = 0, say = () => {}, memory = '512m', beside = [], secured } = {}) {
  await fetchLibraries(say);
  await mkdir(folder, { recursive: true });
  const [data, config, log] = [join(folder, 'data'), join(folder, 'server.properties'), join(folder, 'server.log')];
  const before = await readFile(config, 'utf8').catch(() => '');
  const kept = (listener) => Number(new RegExp(`^listeners=.*${listener}://127.0.0.1:(\\d+)`, 'm').exec(before)?.[1] ?? 0);
  const brokerPort = port || kept('PLAINTEXT') || (await freePort());
  await writeFile(config, properties(data, brokerPort, kept('CONTROLLER') || (await freePort()), beside, secured));
  if (!existsSync(join(data, 'meta.properties'))) {
    // Behind '=', as one id in 64 begins with a dash and would be read as an option.
    const id = `--cluster-id=${randomBytes(16).toString('base64url')}`;
    const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((kind) =>
      secured ? ['--add-scram', `${kind}=[name=${secured.username},password=${secured.password}]`] : [],
    );
    const format = java(['-Xmx256m', 'kafka.tools.StorageTool', 'format', id, '-c', config, ...scram]);
    let output = '';
    for (const stream of [format.stdout, format.stderr]) stream.on('data', (chunk) => (output += chunk));
    if (await new Promise((done) => format.on('close', done))) throw new Error(`Kafka's storage could not be made:\n${output}`);
  }
  const file = openSync(log, 'a');
  // In a separate session, so that Ctrl-C reaches us and the processes that use the broker before it.
  const broker = java([`-Xmx${memory}`, '-Xms128m', 'kafka.Kafka', config], { stdio: ['ignore', file, file], detached: true });
  closeSync(file);
  const ended = new Promise((done) => broker.on('exit', done));
  const stop = async (signal) => {
    broker.kill(signal);
    await ended;
  };
  let early = false;
  void ended.then(() => (early = true));
  for (const deadline = Date.now() + 60_000; !(await answers(brokerPort));) {
    if (early || Date.now() > deadline) {
      await stop('SIGKILL');
      const end = (await readFile(log, 'utf8')).split('\n').slice(-15).join('\n');
      throw new Error(`Kafka did not start; the end of ${log}:\n${end}`);
    }
    await new Promise((resume) => setTimeout(resume, 100));
  }
  return { brokers: `127.0.0.1:${brokerPort}`, pid: broker.pid, ended, stop: () => stop('SIGTERM'), kill: () => stop('SIGKILL') };
}

const answers = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
    socket.on('connect', () => socket.destroy());
  });
