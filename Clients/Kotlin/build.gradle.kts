// For projects that include the core's sources as a module. Never run here: build.sh is what the tests use.
plugins {
    kotlin("jvm") version "2.1.0"
    `maven-publish`
}

group = "shipmate"
version = "1.0.0"

repositories { mavenCentral() }

dependencies { implementation("org.jetbrains.kotlinx:kotlinx-coroutines-core:1.10.2") }

kotlin {
    explicitApi()
    compilerOptions { jvmTarget = org.jetbrains.kotlin.gradle.dsl.JvmTarget.JVM_1_8 }
}

java {
    sourceCompatibility = JavaVersion.VERSION_1_8
    targetCompatibility = JavaVersion.VERSION_1_8
    withSourcesJar()
}

sourceSets { main { kotlin.setSrcDirs(listOf("core")) } }

publishing { publications { create<MavenPublication>("core") { artifactId = "shipmate-core"; from(components["java"]) } } }
