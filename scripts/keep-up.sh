# Runs a command, and runs it again when it ends unexpectedly: `npm start` has no service manager that would.
#   sh scripts/keep-up.sh PAUSE_SECONDS COMMAND…
# A shell, because it costs 1.6 MB where a second Node would cost 40. The shop ends with 70 after an error that nobody
# handled (src/server/run-shop.ts); above 128 a signal ended it, as when memory ran out. Any other end is meant: it
# was stopped, or could not start.
pause=$1
shift
most=10
quiet=300

stop=
# $!: the command, which a signal to this process alone would not reach.
trap 'stop=1; kill -TERM $! 2>/dev/null' TERM
trap 'stop=1; kill -INT $! 2>/dev/null' INT
trap 'stop=1; kill -HUP $! 2>/dev/null' HUP

ends=0
while :; do
  began=$(date +%s)
  "$@" &
  wait $!
  code=$?
  # A signal ends the wait, but not yet the command.
  while kill -0 $! 2>/dev/null; do
    wait $!
    code=$?
  done
  [ -n "$stop" ] && exit "$code"
  # Once it was open, a start that fails may succeed later, as when the database is away too.
  [ "$code" -ne 70 ] && [ "$code" -le 128 ] && { [ "$code" -eq 0 ] || [ "$ends" -eq 0 ]; } && exit "$code"
  [ $(($(date +%s) - began)) -ge "$quiet" ] && ends=0
  ends=$((ends + 1))
  if [ "$ends" -ge "$most" ]; then
    echo "Ended unexpectedly $most times, each within $((quiet / 60)) minutes of its start, and stays down: what is above says why." >&2
    exit "$code"
  fi
  echo "Ended unexpectedly (exit code $code): starting again in $pause s." >&2
  sleep "$pause"
  [ -n "$stop" ] && exit "$code"
done
