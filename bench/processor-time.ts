/**
 * Milliseconds that this process has had of a processor. With one thread it is what a clock would show on a quiet
 * machine, whatever else runs: the machines where this is measured are never quiet.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
