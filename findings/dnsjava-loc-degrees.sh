#!/bin/sh
# dnsjava 3.7.1: LOC whose position has degrees alone, `52 N 4 E 0m`, is refused: it takes N for the minutes. In RFC 1876 3 the minutes
# and seconds may be left out. With both, the same position is read.
# Seen: 52 N 4 E 0m: refused
#       52 0 0 N 4 0 0 E 0m: read
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>dnsjava</groupId><artifactId>dnsjava</artifactId><version>3.7.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=lib > log 2>&1
cat > Loc.java <<'JAVA'
import java.io.ByteArrayInputStream;
import org.xbill.DNS.Master;
import org.xbill.DNS.Name;
import org.xbill.DNS.TextParseException;

class Loc {
  public static void main(String[] args) throws Exception {
    for (String position : new String[] {"52 N 4 E 0m", "52 0 0 N 4 0 0 E 0m"}) {
      String line = "a.example. 300 IN LOC " + position + "\n";
      try {
        new Master(new ByteArrayInputStream(line.getBytes()), Name.root).nextRecord();
        System.out.println(position + ": read");
      } catch (TextParseException refused) {
        System.out.println(position + ": refused");
      }
    }
  }
}
JAVA
java -cp 'lib/*' Loc.java 2> log | tee seen
[ "$(cat seen)" = '52 N 4 E 0m: refused
52 0 0 N 4 0 0 E 0m: read' ]
